import { details } from './details.ts'
import { languages } from './languages.ts'

export const configuration = [details, languages]
