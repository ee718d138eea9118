import { Type } from 'typebox'
import { detailsOperation } from '#src/catalogue/details.ts'
import { pictureOf } from '#src/catalogue/summaries/selection.ts'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { nullable } from '#src/contract/schema.ts'
import { sql } from '#src/database/sql.ts'

const ParentCompany = Type.Object(
  {
    id: Type.Integer(),
    logo_path: nullable(Type.String()),
    name: Type.String(),
  },
  showsRecord('company'),
)

const reply = {
  description: Type.String(),
  headquarters: Type.String(),
  homepage: Type.String(),
  id: Type.Integer(),
  logo_path: nullable(Type.String()),
  name: Type.String(),
  origin_country: Type.String(),
  parent_company: nullable(ParentCompany),
}

const Company = Type.Object({
  ...Type.Omit(Type.Object(reply), ['parent_company']).properties,
  parent_company_id: nullable(Type.Integer()),
})

const logo_path = pictureOf('company', 'c', 'logos', 'logo_path')

export const details = detailsOperation('company', {
  summary: 'Details of a company',
  query: Type.Object({}),
  reply,

  async load({ db }, id) {
    const company = await db.one(
      Company,
      sql`
      select c.description, c.headquarters, c.homepage, c.id, ${logo_path} as logo_path, c.name, c.origin_country,
        c.parent_company_id
      from company c where c.id = ${id}`,
    )
    if (!company) return undefined

    const { parent_company_id, ...columns } = company
    const parent =
      parent_company_id === null
        ? undefined
        : await db.one(
            ParentCompany,
            sql`select c.id, ${logo_path} as logo_path, c.name from company c where c.id = ${parent_company_id}`,
          )
    return { ...columns, parent_company: parent ?? null }
  },
})
