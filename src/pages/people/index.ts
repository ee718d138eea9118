import { creditsPages } from './credits.ts'
import { person } from './person.ts'

/** People, and who made a title. */
export const people = [person, ...creditsPages]
