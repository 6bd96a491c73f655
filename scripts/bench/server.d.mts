export class Server {
  static start(
    name: string,
    options?: { asSources?: boolean; program?: string; env?: Record<string, string> },
  ): Promise<Server>;
  readonly url: string;
  cpuTime(): Promise<number>;
  memory(): Promise<number>;
  profile(load: () => Promise<unknown>): Promise<Record<string, number>>;
  stop(): Promise<void>;
}
export function pinTo(core: number): void;
