import type { Config } from '#src/config.ts'
import { settings } from '#src/settings.ts'

/** As a shell takes it. */
const quoted = (path: string): string => (/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

type Where = Pick<Config, 'data' | 'database'>

/**
 * A text whose commands between backticks find the catalogue of this server: they get its data folder or database,
 * unless that is the default. The address of a database may hold a password, so it is only hinted at.
 */
export const forThisServer = (text: string, config: Where): string =>
  text.replace(
    /`((npx reelcommons|npm start --) [^`]*)`/g,
    (_, command: string) => `\`${commandHere(command, config)}\``,
  )

/** One such command. */
export function commandHere(command: string, { data, database }: Where): string {
  const folder = data === settings.data.default ? '' : ` --data ${quoted(data)}`
  return `${command}${folder}${database === '' ? '' : ' --database postgres://…'}`
}
