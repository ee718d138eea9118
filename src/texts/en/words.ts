/**
 * Words that the catalogue uses for many records, as people read them. They are English already; one that is not here
 * stands as it is.
 */
const asTheyAre: Readonly<Record<string, string>> = {}

export const words = {
  status: asTheyAre,
  seriesType: asTheyAre,
  genre: asTheyAre,
  department: asTheyAre,
  job: asTheyAre,
  videoType: asTheyAre,
  titleType: { parallel: 'parallel title', 'Alternative Title': 'alternative title' } as typeof asTheyAre,
}
