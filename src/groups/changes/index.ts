import { tv } from './tv.ts'

export const changes = [tv]
