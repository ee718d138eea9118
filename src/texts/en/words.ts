/** Words of the catalogue, such as jobs, as people read them. They are English already, so none needs a translation. */
const asTheyAre: Readonly<Record<string, string>> = {}

export const words = {
  status: asTheyAre,
  seriesType: asTheyAre,
  department: asTheyAre,
  job: asTheyAre,
  videoType: asTheyAre,
  titleType: { parallel: 'parallel title', 'Alternative Title': 'alternative title' } as typeof asTheyAre,
}
