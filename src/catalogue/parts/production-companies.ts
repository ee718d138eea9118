import { Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { nullable } from '#src/contract/schema.ts'
import { sql } from '#src/database/sql.ts'
import { alike, part } from '../part.ts'
import { pictureOf } from '../summaries/selection.ts'
import { embeddedStore } from './embedded.ts'

const ProductionCompany = Type.Object(
  {
    id: Type.Integer(),
    logo_path: nullable(Type.String()),
    name: Type.String(),
    origin_country: Type.String(),
  },
  { title: 'ProductionCompany', ...showsRecord('company') },
)

const logo_path = pictureOf('company', 'c', 'logos', 'logo_path')

export const productionCompanies = part({
  name: 'production_companies',
  summary: 'Companies that made the title',
  reply: alike({ production_companies: Type.Array(ProductionCompany) }),
  async load({ db }, kind, id) {
    return {
      production_companies: await db.all(
        ProductionCompany,
        sql`
        select c.id, ${logo_path} as logo_path, c.name, c.origin_country
        from title_company t join company c on c.id = t.company_id
        where t.kind = ${kind} and t.entity_id = ${id} order by t.position, c.id`,
      ),
    }
  },
  store: embeddedStore({
    property: 'production_companies',
    table: 'title_company',
    target: 'company',
    changeKey: 'production_companies',
  }),
})
