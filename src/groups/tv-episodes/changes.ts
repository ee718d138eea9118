import { changesOperation } from '#src/catalogue/changes/changes-operation.ts'

export const changes = changesOperation('episode', 'GET /3/tv/episode/{episode_id}/changes')
