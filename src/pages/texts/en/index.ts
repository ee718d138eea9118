import { common } from './common.ts'

export const en = { common }
