import type { en } from '../en/index.ts'
import { common } from './common.ts'

export const de: typeof en = { common }
