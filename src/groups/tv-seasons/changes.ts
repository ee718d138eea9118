import { changesOperation } from '#src/catalogue/changes/changes-operation.ts'

export const changes = changesOperation('season', 'GET /3/tv/season/{season_id}/changes')
