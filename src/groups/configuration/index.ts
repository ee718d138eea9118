import { languages } from './languages.ts'

export const configuration = [languages]
