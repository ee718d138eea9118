import { changesOperation } from '#src/catalogue/changes/changes-operation.ts'

export const changes = changesOperation('series', 'GET /3/tv/{series_id}/changes')
