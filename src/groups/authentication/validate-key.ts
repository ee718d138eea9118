import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'

export const validateKey = operation('authentication.validate_key', 'GET /3/authentication', {
  summary: 'Checks whether the key is valid',
  access: 'key',
  reply: Status,
  answers: ['success'],
  // The key has been checked before.
  handle: async () => new StatusAnswer('success'),
})
