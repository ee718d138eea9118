import { changesOperation } from '#src/catalogue/changes/changes-operation.ts'

export const changes = changesOperation('person', 'GET /3/person/{person_id}/changes')
