import { find } from './find.ts'

export const finding = [find]
