import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { departments } from '#src/reference/reference.ts'

const Department = Type.Object({ department: Type.String(), jobs: Type.Array(Type.String()) }, { title: 'Department' })

export const jobs = operation('configuration.jobs', 'GET /3/configuration/jobs', {
  summary: 'The departments of a production and the jobs in each',
  access: 'key',
  reply: Type.Array(Department),
  cache: { seconds: cacheSeconds },
  handle: async () => departments.map(({ department, jobs }) => ({ department, jobs: [...jobs] })),
})
