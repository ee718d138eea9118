/** The page on which administrators fill the catalogue from files. */
export const fill = {
  lead:
    'Import what you have: folders of a media library, tables, dumps or query results from Wikidata, replies ' +
    'from TVmaze, or files from IMDb. You see what an import would change before anything is written, and ' +
    'you can undo each import as a whole. No other service is contacted.',
  uploadTitle: 'Upload a file',
  file: 'File',
  fileHint: (size: string, count: number, days: number) =>
    `A table, a dump, or a folder as a ZIP or tar file, up to ${size}. The upload has to finish within the ` +
    `time limit for requests. The server keeps up to ${count} files for ${days} days.`,
  arrived: 'The file is uploaded …',
  notSent: 'The file could not be uploaded. Try again.',
  format: 'Format',
  formats: {
    auto: 'Detect automatically',
    nfo: 'Folders of a media library (NFO files, pictures, names)',
    wikidata: 'Wikidata: dump, saved entities or results of queries',
    imdb: 'IMDb: the seven public files (private installations)',
    tvmaze: 'TVmaze: saved replies',
    csv: 'Table (CSV)',
  } as Readonly<Record<string, string>>,
  language: 'Language of the texts',
  languageHint: 'Optional. Such as de or de-AT, if the files do not say it. If empty, English.',
  languageWrong: 'Enter two letters such as de, or de-AT with a country, or leave it empty.',
  columns: 'Columns of a table',
  columnsHint: 'Optional. Such as title=Name,year=When, if the names in the first row are not recognised.',
  columnsWrong: (most: number) => `Enter at most ${most} characters, such as title=Name,year=When.`,
  creates: 'Also create what only has a file name',
  createsHint:
    'For folders of a media library: films and series without an NFO file that the catalogue does not have. Their ' +
    'records say what the names of the files say.',
  look: 'Preview import',
  folderTitle: 'Choose a folder of the server',
  noFolders:
    'You can choose folders that the setting importFolders allows. It is not set, so you can only upload files.',
  place: 'Chosen',
  above: 'Folder above',
  emptyFolder: 'There is nothing to show in this folder.',
  moreEntries: (count: string) =>
    `Only the first ${count} are shown. To open another one, add its name to the address.`,
  noPlace: 'This folder does not exist, or the setting importFolders does not allow it.',
  folder: 'Folder',
  sampleTitle: 'The sample',
  sample: 'The catalogue still has the sample, whose IDs may also belong to films that you import.',
  sampleChoices: {
    remove: 'Remove it first, except for what people have used',
    keep: 'Keep it',
  },
  sampleWrong: 'Choose whether to remove the sample first.',
  faults: {
    empty: 'Choose a file that is not empty.',
    too_large: (size: string) => `The file is larger than ${size}.`,
    too_many: (count: number) => `${count} files are already waiting. Import or discard some first.`,
    jobs: (count: number) => `You already have ${count} jobs running. Wait until one is done.`,
  },
  toSchedule: 'Import on a schedule',
  scheduleTitle: 'Imports on a schedule',
  scheduleLead:
    'The server imports this folder again by itself, without a preview. As long as its files stay the same, and ' +
    'nothing was decided about what was left out, it only looks at their sizes and times. Each import can be undone ' +
    'as a whole. The sample stays.',
  every: 'How often',
  everyWrong: 'Choose how often.',
  never: 'Never',
  intervals: { 1: 'Every hour', 6: 'Every 6 hours', 24: 'Every day', 168: 'Every week' } as Readonly<
    Record<number, string>
  >,
  tooMany: (count: number) => `${count} folders already have a schedule. Choose “Never” for one of them first.`,
  nextTime: 'Next time',
  lastTime: 'Last time',
  noTimeYet: 'Not yet',
  outcomes: { imported: 'imported', unchanged: 'no file has changed', failed: 'failed' } as Readonly<
    Record<string, string>
  >,
  importNow: 'Import now',
  yours: 'Your imports',
  states: {
    waiting: 'waiting',
    running: 'running',
    done: 'done',
    looked: 'preview, nothing is written yet',
    failed: 'failed',
    cancelled: 'stopped',
  } as Readonly<Record<string, string>>,
  titleOfLook: (name: string) => `What an import of ${name} would change`,
  titleOfImport: (name: string) => `Import of ${name}`,
  phases: {
    waiting: 'Waiting until another import has finished',
    reading: 'Reading',
    matching: 'Matching the records',
    checking: 'Checking the values',
    writing: 'Writing',
  } as Readonly<Record<string, string>>,
  doneOf: (done: string, total: string) => `${done} of ${total}`,
  leaveHint: 'You can leave this page: the import goes on.',
  stop: 'Stop',
  stopping: 'Stopping',
  nothingWritten: 'Nothing is written yet.',
  counts: {
    created: 'New records',
    changed: 'Changed records',
    unchanged: 'Unchanged records',
    leftOut: 'Left out',
    deleted: 'For records deleted here',
    refused: 'Refused',
  },
  titlesTitle: 'Films and series',
  titles: {
    made: 'New films and series',
    found: 'Found in the catalogue',
    left: 'Left out films and series',
  },
  allTitles: (count: string) => `All ${count}`,
  firstTitles: (count: string, all: string) =>
    `The first ${count} of ${all} are listed. The command import with --dry-run --all lists all of them.`,
  toImport: 'Back to the import',
  isRecord: 'record:',
  mayBe: 'may be',
  notThere: 'not in the catalogue',
  againCreating: (count: string) => `Preview again, with records for what only has a file name (${count})`,
  videos: {
    title: 'Video files',
    counts: { all: 'All', found: 'Found', made: 'New', leftOut: 'Left out', extra: 'Trailers and other extras' },
  },
  leftOutHint: 'After the import, the page *Matches* asks you about what was left out.',
  isFormat: (format: string) => `Format: ${format}`,
  doIt: 'Import',
  discard: 'Discard file',
  again: 'Preview again',
  keptHint: (days: number) =>
    'The file is kept because some of it was left out. Preview it again once you have decided. It is removed ' +
    `${days} days after it arrived.`,
  toMatches: 'Decide on what was left out',
  toEdit: 'All changes',
  undo: 'Undo this import',
  unchangedAll: 'Nothing in the catalogue has changed.',
  refusedTitle: 'Refused',
  refusedHint: 'These entries are skipped; everything else is imported.',
  moreRefused: (count: string) => `${count} more were refused. The command import lists all of them.`,
  at: (file: string, line: string) => `${file}, line ${line}`,
  refusalReason: (reason: string): string | undefined => reason,
  stopped: 'The import was stopped. What was written stays. Run the same import again to complete it.',
  failures: {
    file_gone: 'The file no longer exists, or is on another machine of this installation.',
    ArchiveError: 'The archive cannot be unpacked: it is damaged, encrypted or too large.',
    UnknownFormatError: 'The format was not recognised. Choose one.',
    PrivateOnlyError: 'These files are for personal use only, but the setting private is off.',
    fault: 'Something went wrong. See the log of the server.',
  } as Readonly<Record<string, string>>,
  back: 'All imports',
  notices: {
    discarded: 'File discarded.',
    stopping: 'Stopping the import.',
    scheduled: 'Schedule saved.',
    unscheduled: 'The folder is no longer imported on a schedule.',
    soon: 'The import begins within a minute.',
  },
}
