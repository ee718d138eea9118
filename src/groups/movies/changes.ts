import { changesOperation } from '#src/catalogue/changes/changes-operation.ts'

export const changes = changesOperation('movie', 'GET /3/movie/{movie_id}/changes')
