/** The current day in UTC: a server does not know where its readers are. */
export const todayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** A month as it stands in addresses. */
const monthForm = /^(?:18|19|20|21)\d\d-(?:0[1-9]|1[0-2])$/

export const isMonth = (text: string): boolean => monthForm.test(text)

/** So many months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** The first and the last day of a month. */
export function daysOf(month: string): { first: string; last: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { first: `${month}-01`, last: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}
