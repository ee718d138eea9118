import { type Dialect, type DialectName, dialectNames, dialects } from '#src/contract/dialects.ts'
import { openapi } from '#src/contract/openapi.ts'
import { contracts } from '#src/interface.ts'

/** A shape of the contract, as OpenAPI has it. */
export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: Schema
  'x-pattern-properties'?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; description?: string; schema: Schema }
type Content = { content?: { 'application/json'?: { schema: Schema }; 'text/event-stream'?: { schema: Schema } } }

/** An operation, as the contract has it. */
export type Described = {
  operationId: string
  summary: string
  tags: readonly string[]
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters: readonly Parameter[]
  requestBody?: Content
  responses: Readonly<Record<string, Content & { description: string }>>
}
type Document = {
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

export type OperationPlace = { method: string; path: string; contract: ContractName; operation: Described }
type ContractName = (typeof contracts)[number]['name']

/** A contract in a dialect, with its groups and operations by their names. */
export type Contract = (typeof contracts)[number] & {
  groups: ReadonlyMap<string, readonly OperationPlace[]>
  shapes: ReadonlyMap<string, Schema>
}

const known = new Map<DialectName, readonly Contract[]>()

/** Both contracts in a dialect; they are made once. */
export function contractsIn(name: DialectName): readonly Contract[] {
  const made = known.get(name) ?? contracts.map((contract) => read(contract, dialects[name]))
  known.set(name, made)
  return made
}

function read(contract: (typeof contracts)[number], dialect: Dialect): Contract {
  const { paths, components } = openapi(contract.operations, dialect, contract.info) as unknown as Document
  const places = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ method: method.toUpperCase(), path, operation },
      contract: contract.name as ContractName,
    })),
  )
  return {
    ...contract,
    groups: Map.groupBy(places, ({ operation }) => operation.tags[0] ?? ''),
    shapes: new Map(Object.entries(components.schemas)),
  }
}

/** The operation with an id, in whichever contract it is. */
export const operationIn = (all: readonly Contract[], id: string): OperationPlace | undefined =>
  all.flatMap(({ groups }) => [...groups.values()].flat()).find(({ operation }) => operation.operationId === id)

/** The dialect that an address names, if there is one like that; without a name, `standard`. */
export const dialectOf = (name: string, standard: DialectName): DialectName | undefined =>
  name === '' ? standard : dialectNames.find((each) => each === name)

export const schemaOf = ({ content }: Content): Schema | undefined => content?.['application/json']?.schema
