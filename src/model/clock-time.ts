/**
 * A time of this day in the time zone of the browser: "13:05:09". Not by `toLocaleTimeString`: its
 * first call takes longer than a frame.
 */
export function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}
