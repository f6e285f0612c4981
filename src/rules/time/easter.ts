/**
 * Easter Sunday of a year of the Gregorian calendar, as `month-day`.
 *
 * Source: Meeus, Astronomical Algorithms, 2nd edition 1998, chapter 8.
 */
export function easterOf(year: number): string {
  const [century, ofCentury, golden] = [Math.floor(year / 100), year % 100, year % 19]
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451)
  const days = moon + sunday - 7 * late + 114
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(days / 31))}-${two((days % 31) + 1)}`
}
