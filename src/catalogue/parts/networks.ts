import { Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { nullable } from '#src/contract/schema.ts'
import { sql } from '#src/database/sql.ts'
import { alike, part } from '../part.ts'
import { pictureOf } from '../summaries/selection.ts'
import { embeddedStore } from './embedded.ts'

const NetworkRef = Type.Object(
  {
    id: Type.Integer(),
    logo_path: nullable(Type.String()),
    name: Type.String(),
    origin_country: Type.String(),
  },
  { title: 'NetworkRef', ...showsRecord('network') },
)

const logo_path = pictureOf('network', 'n', 'logos', 'logo_path')

export const networks = part({
  name: 'networks',
  summary: 'Networks that first showed the series',
  reply: alike({ networks: Type.Array(NetworkRef) }),
  async load({ db }, kind, id) {
    return {
      networks: await db.all(
        NetworkRef,
        sql`
        select n.id, ${logo_path} as logo_path, n.name, n.origin_country
        from title_network t join network n on n.id = t.network_id
        where t.kind = ${kind} and t.entity_id = ${id} order by t.position, n.id`,
      ),
    }
  },
  store: embeddedStore({ property: 'networks', table: 'title_network', target: 'network', changeKey: 'network' }),
})
