/** Reports on what is missing in the catalogue. */
export const quality = {
  title: 'Improve the catalogue',
  lead: 'See what is missing or looks wrong, and fix it.',
  none: 'Nothing to fix here',
  noneText: 'No record has this problem right now.',
  building: 'All records are being counted anew. The report is complete once that is done.',
  upToDate: (time: string) =>
    `All changes are counted${time && `, the last one from ${time}`}. New ones follow by themselves.`,
  countedUpTo: (time: string) =>
    `Changes${time && ` until ${time}`} are counted. Newer ones follow by themselves, later after an import.`,
  back: 'All reports',
  kind: 'Kind',
  language: 'Language',
  mend: 'Fix',
  mergeOf: (name: string) => `Merge ${name} with the better-known record`,
  kinds: { movie: 'Movies', series: 'Series', person: 'People', season: 'Seasons' },
  names: {
    'no-release-date': 'No release date',
    'no-overview': 'No overview',
    'no-picture': 'No picture',
    'shared-outside-id': 'Shared external IDs',
    'likely-doubles': 'Likely duplicates',
    'gaps-in-seasons': 'Missing episode numbers or dates',
  },
  hints: {
    'no-release-date': 'It has no release date or first air date.',
    'no-overview': 'It has no overview in this language.',
    'no-picture': 'It has no poster or portrait. Pages show a drawn one in its place.',
    'shared-outside-id': 'An external ID belongs to one record, but several have it.',
    'likely-doubles': 'Titles with the same name and year. One of them may have been added twice.',
    'gaps-in-seasons': 'An episode number is skipped, or an episode has no date.',
  },
  found: (count: number, shown: string) => (count === 1 ? '1 record' : `${shown} records`),
  overTime: (report: string) => `${report} over time`,
  onDay: (day: string, count: string) => `${day}: ${count}`,
  season: (number: number) => `season ${number}`,
}
