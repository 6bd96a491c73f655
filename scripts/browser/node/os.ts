export const EOL = '\n';
export const hostname = (): string => 'browser';
export const tmpdir = (): string => '/tmp';
export const homedir = (): string => '/home';
export const platform = (): string => 'linux';
export const type = (): string => 'Linux';
export const release = (): string => '';
export const arch = (): string => 'wasm32';
export const availableParallelism = (): number => navigator.hardwareConcurrency ?? 1;
export const cpus = (): object[] => Array.from({ length: availableParallelism() }, () => ({ model: '', speed: 0 }));
export const totalmem = (): number => 4 * 2 ** 30;
export const freemem = (): number => 2 * 2 ** 30;
export const loadavg = (): number[] => [0, 0, 0];
export const uptime = (): number => performance.now() / 1000;
export const userInfo = (): object => ({ username: 'learner', uid: 1000, gid: 1000, homedir: '/home', shell: null });
export const constants = { signals: { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 } };

declare const navigator: { hardwareConcurrency?: number };

export default { EOL, hostname, tmpdir, homedir, platform, type, release, arch, availableParallelism, cpus, constants };
