import type { Generator } from './generator.ts'
import { heyApi } from './hey-api.ts'
import { openapiTypescript } from './openapi-typescript.ts'
import { orval } from './orval.ts'
import { swaggerTypescriptApi } from './swagger-typescript-api.ts'

/** THE table of generators that read our documents: `node scripts/clients/run.ts` tries each of them. */
export const generators: readonly Generator[] = [openapiTypescript, heyApi, orval, swaggerTypescriptApi]
