import { type Static, Type } from 'typebox'
import type { Database } from '../database.ts'
import type { EngineName } from '../migratable.ts'
import { sql } from '../sql.ts'

const Column = Type.Object({
  table: Type.String(),
  name: Type.String(),
  type: Type.String(),
  is_nullable: Type.Boolean(),
  is_generated: Type.Boolean(),
  /** In the primary key, from 1 on; 0 if it is none of it. */
  place: Type.Integer(),
})
/** A column that refers to another one, by itself or with others of the same `id`. */
const Reference = Type.Object({
  table: Type.String(),
  id: Type.Integer(),
  column: Type.String(),
  target: Type.String(),
  to: Type.String(),
  on_delete: Type.String(),
})
const Index = Type.Object({ table: Type.String(), name: Type.String(), is_unique: Type.Boolean() })

type SchemaColumn = Static<typeof Column>
export type SchemaReference = Static<typeof Reference>

/** The tables of a database, with the types that the engine has. Indexes of keys are left out. */
type Schema = {
  columns: SchemaColumn[]
  references: SchemaReference[]
  indexes: Static<typeof Index>[]
}

export const readSchema = async (db: Database, engine: EngineName): Promise<Schema> => ({
  columns: await db.all(Column, queries[engine].columns),
  references: await db.all(Reference, queries[engine].references),
  indexes: await db.all(Index, queries[engine].indexes),
})

const queries = {
  sqlite: {
    columns: sql`
      select t.name as "table", c.name, lower(c.type) as type, c."notnull" = 0 and c.pk = 0 as is_nullable,
        c.hidden <> 0 as is_generated, c.pk as place
      from sqlite_schema t, pragma_table_xinfo(t.name) c
      where t.type = 'table' and substr(t.name, 1, 7) <> 'sqlite_' order by t.rowid, c.cid`,
    references: sql`
      select t.name as "table", r.id, r."from" as "column", r."table" as target, r."to", lower(r.on_delete) as on_delete
      from sqlite_schema t, pragma_foreign_key_list(t.name) r
      where t.type = 'table' order by t.rowid, r.id, r.seq`,
    indexes: sql`
      select s.tbl_name as "table", s.name, i."unique" as is_unique
      from sqlite_schema s, pragma_index_list(s.tbl_name) i
      where s.type = 'index' and i.name = s.name and i.origin = 'c' order by s.rowid`,
  },
  postgres: {
    columns: sql`
      select t.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull as is_nullable, a.attgenerated <> '' as is_generated,
        coalesce(array_position(k.conkey, a.attnum), 0) as place
      from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_constraint k on k.conrelid = t.oid and k.contype = 'p'
      where t.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and t.relkind = 'r'
      order by t.relname, a.attnum`,
    references: sql`
      select t.relname as "table", cast(r.oid as bigint) as id, a.attname as "column", u.relname as target,
        b.attname as "to",
        case r.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'a' then 'no action' else '' end
          as on_delete
      from pg_constraint r join pg_class t on t.oid = r.conrelid join pg_class u on u.oid = r.confrelid
      cross join lateral unnest(r.conkey, r.confkey) with ordinality as pair(own, other, place)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = pair.own
      join pg_attribute b on b.attrelid = u.oid and b.attnum = pair.other
      where r.contype = 'f' and t.relnamespace = (select oid from pg_namespace where nspname = current_schema())
      order by t.relname, r.oid, pair.place`,
    indexes: sql`
      select t.relname as "table", i.relname as name, x.indisunique as is_unique
      from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      where t.relnamespace = (select oid from pg_namespace where nspname = current_schema())
        and not exists (select 1 from pg_constraint c where c.conindid = i.oid and c.contype in ('p', 'u'))
      order by i.relname`,
  },
}
