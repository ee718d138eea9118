/** Every language of the pages, by its code: a folder, and a line here. English is what other folders fall back to. */

export { de } from './de/index.ts'
export { en } from './en/index.ts'
