/** The most rows in a reply about a person, for movies and for series: one for each role or job. */
export const maxCreditsOfPerson = 10_000
