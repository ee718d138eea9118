import { Type } from 'typebox'
import { detailsOperation } from '#src/catalogue/details.ts'
import { pictureOf } from '#src/catalogue/summaries/selection.ts'
import { nullable } from '#src/contract/schema.ts'
import { sql } from '#src/database/sql.ts'

const Network = Type.Object({
  headquarters: Type.String(),
  homepage: Type.String(),
  id: Type.Integer(),
  logo_path: nullable(Type.String()),
  name: Type.String(),
  origin_country: Type.String(),
})

const logo_path = pictureOf('network', 'n', 'logos', 'logo_path')

export const details = detailsOperation('network', {
  summary: 'Details of a network',
  query: Type.Object({}),
  reply: Network.properties,

  load: ({ db }, id) =>
    db.one(
      Network,
      sql`
      select n.headquarters, n.homepage, n.id, ${logo_path} as logo_path, n.name,
        n.origin_country
      from network n where n.id = ${id}`,
    ),
})
