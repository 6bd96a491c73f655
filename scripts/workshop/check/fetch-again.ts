/**
 * The program closes connections that are idle for a while, and this request may have been on its way then: fetch uses a
 * connection again, and on a busy machine it learns too late that it is closed. Usually, such a request has had no effect. If the program
 * has closed the connection because of the request, it also closes one that nobody has used before.
 */
export async function fetchAgain(address: string, init: RequestInit): Promise<Response> {
  for (let left = 2; ; left--) {
    const response = await fetch(address, init).catch((error: Error) => {
      if (left === 0 || !wasUsed(error)) throw error;
    });
    if (response !== undefined) return response;
  }
}

/** Whether the connection had brought the response to an earlier request. */
function wasUsed({ cause }: Error): boolean {
  const { code, socket } = (cause ?? {}) as { code?: string; socket?: { bytesRead?: number } };
  return code === 'UND_ERR_SOCKET' && (socket?.bytesRead ?? 0) > 0;
}
