import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxEmailLength } from '#src/credentials/email.ts'
import {
  type ApplicationFault,
  type ApplicationField,
  type ApplicationTexts,
  maxApplicationAddressLength,
  maxApplicationNameLength,
  maxSummaryLength,
  minSummaryLength,
  readApplication,
} from './key-application.ts'

const good: ApplicationTexts = {
  plan: 'professional',
  dialect: 'common',
  languages: 'pt-BR, pt_pt,es',
  appended_languages: 'de en',
  name: 'Lantern',
  application_address: 'https://lantern.example/app?from=here',
  kind_of_use: 'media_centre',
  summary: 'Shows what is on in the cinemas.\r\nAnd where.',
  contact: 'ada@lantern.example',
  terms: 'accepted',
}

test('an application is read without the blanks around its texts', () => {
  const { terms: _, ...application } = good
  const spaced = Object.fromEntries(Object.entries(good).map(([field, text]) => [field, ` ${text}\r\n`]))
  assert.deepEqual(readApplication(spaced as ApplicationTexts), {
    application: {
      ...application,
      languages: 'pt-BR,pt-PT,es-ES',
      appended_languages: 'de-DE,en-US',
      summary: 'Shows what is on in the cinemas.\nAnd where.',
    },
  })
})

const address = (length: number) => `https://x.example/${'x'.repeat(length - 18)}`
/** An address of a length: 64 characters of a person, and a host of labels. */
const contact = (length: number) =>
  `${'a'.repeat(64)}@${`${'h'.repeat(59)}.`.repeat(9)}`.slice(0, length - 1).concat('h')

const refused: [field: ApplicationField, text: string, fault: ApplicationFault][] = [
  ['plan', 'free', 'unknown'],
  ['plan', 'constructor', 'unknown'],
  ['name', ' \n ', 'missing'],
  ['name', 'n'.repeat(maxApplicationNameLength + 1), 'too_long'],
  ['name', 'a\u0007b', 'unreadable'],
  ['name', 'a\nb', 'unreadable'],
  ['name', 'a\ud800b', 'unreadable'],
  ['application_address', 'lantern.example', 'unreadable'],
  ['application_address', 'ftp://lantern.example', 'unreadable'],
  ['application_address', 'javascript:alert(1)', 'unreadable'],
  ['application_address', 'https://', 'unreadable'],
  ['application_address', 'https://ada:secret@lantern.example', 'unreadable'],
  ['application_address', 'https://lan\0tern.example', 'unreadable'],
  ['application_address', address(maxApplicationAddressLength + 1), 'too_long'],
  ['kind_of_use', 'spam', 'unknown'],
  ['summary', 's'.repeat(minSummaryLength - 1), 'too_short'],
  ['summary', 's'.repeat(maxSummaryLength + 1), 'too_long'],
  ['summary', `${'s'.repeat(minSummaryLength)}\0`, 'unreadable'],
  ['contact', 'ada', 'unreadable'],
  ['contact', 'ada@x@y', 'unreadable'],
  ['contact', contact(maxEmailLength + 1), 'too_long'],
]
for (const [field, text, fault] of refused) {
  test(`${field} ${JSON.stringify(text.slice(0, 40))} is ${fault}`, () => {
    assert.deepEqual(readApplication({ ...good, [field]: text }), { faults: new Map([[field, fault]]) })
  })
}

const accepted: [field: ApplicationField, text: string][] = [
  ['name', 'n'.repeat(maxApplicationNameLength)],
  ['application_address', 'http://localhost:3000'],
  ['application_address', address(maxApplicationAddressLength)],
  ['summary', 's'.repeat(minSummaryLength)],
  ['summary', 's'.repeat(maxSummaryLength)],
  ['contact', contact(maxEmailLength)],
]
for (const [field, text] of accepted) {
  test(`${field} ${JSON.stringify(text.slice(0, 40))} is accepted`, () => {
    assert.ok('application' in readApplication({ ...good, [field]: text }))
  })
}

test('everything that is missing is named at once', () => {
  const nothing = Object.fromEntries(Object.keys(good).map((field) => [field, ''])) as ApplicationTexts
  const needed = Object.keys(good).filter((field) => !field.endsWith('languages') && field !== 'application_address')
  const missing = needed.map((field) => [field, field === 'terms' ? 'not_accepted' : 'missing'])
  assert.deepEqual(Object.entries(readApplication(nothing)), [['faults', new Map(missing as never)]])
})
