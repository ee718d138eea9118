import { movie, person, tv } from './changed-ids.ts'

export const changes = [movie, person, tv]
