/** The page that everything begins with. */
export const home = {
  title: 'An open catalogue of film and television',
  lead: 'Movies, series and the people who make them, kept up to date by people like you.',
  discover: 'Discover titles',
  numbers: 'In numbers',
  movies: (count: number): string => (count === 1 ? 'movie' : 'movies'),
  series: (_count: number): string => 'series',
  people: (count: number): string => (count === 1 ? 'person' : 'people'),
  edits: (count: number): string => (count === 1 ? 'edit this week' : 'edits this week'),
  contributors: (count: number): string => (count === 1 ? 'contributor this week' : 'contributors this week'),
  newTitles: 'New in the catalogue',
  latestEpisodes: 'Latest episodes',
  edited: 'Recently edited by people',
  hello: (name: string) => `Hello, ${name}`,
  waits: 'Waiting for you',
  unread: (count: number, shown: string) => (count === 1 ? '1 unread notification' : `${shown} unread notifications`),
  toCheck: (count: number, shown: string) => (count === 1 ? '1 edit to check' : `${shown} edits to check`),
  toAnswer: (count: number, shown: string) => (count === 1 ? '1 report to answer' : `${shown} reports to answer`),
  today: 'Airing today for you',
  empty: 'This catalogue is empty',
  emptyText: 'No titles have been added yet. Anyone with an account can add the first one.',
  emptyForAdministrators: 'Import a folder, load the sample to try everything, or add the first title by hand.',
  emptyForFirst: 'Set up the server: then import a folder, load the sample, or add the first title.',
  contribute: 'Add what is missing',
  contributeText:
    'Anyone with an account can add and correct records. Your first edits are checked before they go live.',
  forDevelopers: 'Build on it',
  forDevelopersText:
    'A REST API, version 3, that many apps, media centres and libraries already use. The reference describes every ' +
    'operation, and you can try each one with your key.',
  toReference: 'Open the API reference',
  toKeys: 'Get an API key',
}
