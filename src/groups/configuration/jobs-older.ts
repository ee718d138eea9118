import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { departments } from '#src/reference/reference.ts'

const DepartmentOlder = Type.Object(
  { department: Type.String(), job_list: Type.Array(Type.String()) },
  { title: 'DepartmentOlder' },
)

export const jobsOlder = operation('configuration.jobs_older', 'GET /3/job/list', {
  summary: 'Older form of the departments and jobs',
  access: 'key',
  reply: Type.Object({ jobs: Type.Array(DepartmentOlder) }),
  cache: { seconds: cacheSeconds },
  handle: async () => ({ jobs: departments.map(({ department, jobs }) => ({ department, job_list: [...jobs] })) }),
})
