/** The origins that CORS_ORIGINS lists, separated by commas. Their pages may use this API. */
export class TrustedOrigins {
  readonly #origins = new Set(
    (process.env.CORS_ORIGINS ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
  );

  onStart(): void {
    for (const origin of this.#origins) {
      if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
      throw new RangeError(
        `CORS_ORIGINS contains "${origin}". An origin is a scheme, a host and perhaps a port: https://reader.example`,
      );
    }
  }

  has(origin: string): boolean {
    return this.#origins.has(origin);
  }
}
