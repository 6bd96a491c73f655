/** When the library closes. */
export class OpeningHours {
  readonly closesAt = Number(process.env.LIBRARY_CLOSES_AT || 18);

  onStart(): void {
    if (!Number.isInteger(this.closesAt) || this.closesAt < 0 || this.closesAt > 23) {
      throw new RangeError(`LIBRARY_CLOSES_AT is "${process.env.LIBRARY_CLOSES_AT}". An hour is from 0 to 23.`);
    }
  }
}
