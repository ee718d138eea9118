import { popular } from './popular.ts'

export const peopleLists = [popular]
