import { popular } from './popular.ts'

export const movieLists = [popular]
