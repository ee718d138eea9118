import { folderPages } from './folders.ts'
import { importPages } from './import.ts'
import { overviewPages } from './overview.ts'
import { schedulePages } from './schedule.ts'

/** Filling the catalogue from files: what an import would do, the import, and what came of it. */
export const filling = [...overviewPages, ...schedulePages, ...folderPages, ...importPages]
