import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { type Config, SettingError } from '#src/config.ts'
import { settings } from '#src/settings.ts'
import { type Io, readArguments, UsageError } from './command.ts'

const io: Io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {} }
const read = (...words: string[]) => readArguments(words, io, { strict: { type: 'boolean' }, name: { type: 'string' } })

const switches = Object.entries(settings).flatMap(([name, { type }]) =>
  type === 'boolean' ? [name as keyof Config] : [],
)
/** What stands behind the dashes, with VALUE for the setting's name, and what it means. */
const spellings: [words: string[], value: boolean, others?: string[]][] = [
  [['--VALUE'], true],
  [['--VALUE', 'true'], true],
  [['--VALUE=true'], true],
  [['--VALUE', 'false'], false],
  [['--VALUE=false'], false],
  [['--no-VALUE'], false],
  [['--VALUE', '--no-VALUE'], false],
  [['--VALUE', 'false', '--VALUE'], true],
  [['--VALUE', 'yes'], true, ['yes']],
  [['--no-VALUE', 'true'], false, ['true']],
  [['--name', 'n', '--VALUE', 'false', '--strict', 'true'], false, ['true']],
  [['--', '--VALUE'], false, ['--VALUE']],
]
for (const name of switches)
  for (const [words, value, others = []] of spellings) {
    const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const given = words.map((word) => word.replace('VALUE', option))
    test(given.join(' '), () => {
      const { config, words: left } = read(...given)
      assert.deepEqual([config[name], left], [value, others.map((word) => word.replace('VALUE', option))])
    })
  }

test('there are settings that are true or false', () => assert.ok(switches.length > 0))

const wrong: [words: string[], error: Error | RegExp][] = [
  [['--empty=maybe'], new SettingError('--empty has to be true or false, not "maybe".')],
  [['--empty='], new SettingError('--empty has to be true or false, not "".')],
  [['--no-host'], /^UsageError: Unknown option '--no-host'\.$/],
  [['--host', '--empty'], /^UsageError: --host needs a value\.$/],
  [['--host'], /^UsageError: --host needs a value\.$/],
  [['--no-empty=true'], /'--empty' does not take an argument/],
]
for (const [words, error] of wrong)
  test(`${words}: ${error}`, () => {
    assert.throws(() => read(...words), error)
    if (error instanceof RegExp) assert.throws(() => read(...words), UsageError)
  })
