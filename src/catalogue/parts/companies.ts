import { type TArray, Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { raw, sql } from '#src/database/sql.ts'
import { alike, part } from '../part.ts'
import { CompanySummary, companySummary } from '../summaries/by-id.ts'
import { embeddedStore } from './embedded.ts'

type Declaration<Name> = {
  name: Name
  summary: string
  /** The kind of the records that the title refers to. */
  of: 'company' | 'network'
  table: string
  changeKey: string
}

/** A part that embeds companies or networks in the details of a title, in the order of its line. */
function companiesPart<Name extends 'networks' | 'production_companies'>(declared: Declaration<Name>) {
  const { name, summary, of, table, changeKey } = declared
  const row = Type.Object(CompanySummary.properties, { title: 'CompanySummary', ...showsRecord(of) })
  const { columns } = companySummary(of)
  const reply = alike({ [name]: Type.Array(row) } as Record<Name, TArray<typeof row>>)
  return part<Name, typeof reply, ReturnType<typeof embeddedStore>>({
    name,
    summary,
    reply,
    async load({ db }, kind, id) {
      const found = await db.all(
        row,
        sql`
        select ${columns} from ${raw(table)} t join ${raw(of)} c on c.id = t.${raw(of)}_id
        where t.kind = ${kind} and t.entity_id = ${id} order by t.position, c.id`,
      )
      return { [name]: found } as never
    },
    store: embeddedStore({ property: name, table, target: of, changeKey }),
  })
}

export const networks = companiesPart({
  name: 'networks',
  summary: 'Networks that first showed the series',
  of: 'network',
  table: 'title_network',
  changeKey: 'network',
})

export const productionCompanies = companiesPart({
  name: 'production_companies',
  summary: 'Companies that made the title',
  of: 'company',
  table: 'title_company',
  changeKey: 'production_companies',
})
