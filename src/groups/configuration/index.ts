import { countries } from './countries.ts'
import { details } from './details.ts'
import { jobs } from './jobs.ts'
import { jobsOlder } from './jobs-older.ts'
import { languages } from './languages.ts'
import { primaryTranslations } from './primary-translations.ts'
import { timezones } from './timezones.ts'
import { timezonesOlder } from './timezones-older.ts'

export const configuration = [
  countries,
  details,
  jobs,
  jobsOlder,
  languages,
  primaryTranslations,
  timezones,
  timezonesOlder,
]
