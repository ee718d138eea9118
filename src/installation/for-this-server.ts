import type { Config } from '#src/config.ts'
import { settings } from '#src/settings.ts'

/** As a shell takes it. */
const quoted = (path: string): string => (/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

/**
 * A text whose commands between backticks find the catalogue of this server: they get its data folder or database,
 * unless that is the default. The address of a database may hold a password, so it is only hinted at.
 */
export function forThisServer(text: string, { data, database }: Pick<Config, 'data' | 'database'>): string {
  const folder = data === settings.data.default ? '' : ` --data ${quoted(data)}`
  const where = `${folder}${database === '' ? '' : ' --database postgres://…'}`
  return text.replace(/`((npx reelcommons|npm start --) [^`]*)`/g, (_, command: string) => `\`${command}${where}\``)
}
