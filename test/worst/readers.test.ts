import { after, test } from 'node:test'
import { maxTextLength, maxWordLength } from '#src/catalogue/fields.ts'
import { faultsOfEdit } from '#src/catalogue/statements/check.ts'
import { maxEmailLength, readEmail } from '#src/credentials/email.ts'
import { headerLimits } from '#src/http/header-limits.ts'
import { acceptsGzip, acceptsJson, matches } from '#src/http/negotiation.ts'
import { readCookies } from '#src/http/pages/cookies.ts'
import { rangeIn } from '#src/http/range.ts'
import { addressesIn, idsInAddresses } from '#src/import/formats/nfo/addresses.ts'
import { dayOf, minutesOf } from '#src/import/formats/nfo/times.ts'
import { namesBeside } from '#src/import/formats/nfo/videos.ts'
import { proseOf, readXml, textsOf, xmlTextOf } from '#src/import/formats/nfo/xml.ts'
import { certificatesIn } from '#src/import/formats/words.ts'
import { readLine } from '#src/import/line.ts'
import { isExtraFile, isExtraFolder } from '#src/matching/extras.ts'
import { countedIn, isVideo, maxFileName, maxPath, readFileName } from '#src/matching/file-names.ts'
import { markdown, plainText } from '#src/pages/components/markdown.ts'
import { idPasted, videoPasted } from '#src/pages/edit/pasted-ids.ts'
import { episodesPasted, maxPastedLine } from '#src/pages/edit/season/pasted.ts'
import { maxParameterLength } from '#src/pages/limits.ts'
import { localAddress, withoutLanguage } from '#src/pages/local-address.ts'
import { codesIn, tagFrom } from '#src/pages/record-form/codes.ts'
import { type Control, compared, read, recordIn, tidy } from '#src/pages/record-form/controls.ts'
import { groupsIn } from '#src/pages/record-form/groups.ts'
import { wordDifference } from '#src/pages/record-form/words.ts'
import { addressOf } from '#src/pages/records/addresses.ts'
import { typedAgain } from '#src/pages/typed-again.ts'
import { tidyForeign, tidyProse } from '#src/reference/hidden.ts'
import { hasTooManyMarks } from '#src/reference/marks-of-prose.ts'
import { idIn } from '#src/search/outside-ids.ts'
import { maxQueryLength, readingsOf, wholesLike } from '#src/search/reading.ts'
import { inLatin, normalName, noteWords } from '#src/search/words.ts'
import { acceptedTags, preferredLanguage, texts } from '#src/texts/index.ts'
import { initialsOf } from '#src/texts/initials.ts'
import { assertCosts, watch } from '../support/worst/cost.ts'
import { type Worst, worstTexts } from '../support/worst/texts.ts'

/**
 * Every reader of texts that people or programs write, with its worst texts at its limit of length. A reader that is
 * new belongs into the table of what it reads.
 */

type Reader = readonly [name: string, most: number, read: (text: string) => unknown]

const watched = watch(after)

const assertReaders = (readers: readonly Reader[]) =>
  assertCosts(
    watched,
    readers.flatMap(([name, most, reads]) =>
      worstTexts.map((worst: Worst) => ({
        name: `${name} ${worst.name}`,
        most,
        read: (size: number) => reads(worst.of(size)),
      })),
    ),
  )

const skipped = { ignored: new Map(), computed: new Map() }
/** What has no limit of its own but that of a form or a line, at a size that tells how it grows: more is memory. */
const large = 65_536
const noEpisodes = { ids: new Map([['1x1', 1]]), numbers: new Map() }
const page = { texts: texts.en } as never

test('names of files', () =>
  assertReaders([
    ['a file', maxFileName, (text) => readFileName(`/m/${text}.mkv`)],
    ['a folder', maxFileName, (text) => readFileName(`/m/${text}/Season 1/e.mkv`)],
    ['a folder of a season', maxFileName, (text) => readFileName(`/m/${text}/01.mkv`)],
    ['a season behind a title', maxFileName, (text) => readFileName(`/m/${text} Season 1/01.mkv`)],
    ['a name of a group', maxFileName, (text) => readFileName(`/m/[g] ${text}.mkv`)],
    ['a name with a year', maxFileName, (text) => readFileName(`/m/a (1999) ${text}.mkv`)],
    ['a name without its year', maxFileName, (text) => readFileName(`/m/${text} 1999 1080p.mkv`)],
    ['what may lie beside a film', maxFileName, (text) => namesBeside({ name: '', files: [`a (1999)${text}.mkv`] })],
    ['a path', maxPath, (text) => readFileName(text)],
    ['an extra', maxFileName, (text) => isExtraFile(`${text}.mkv`, text) || isExtraFolder(text) || isVideo(text)],
    ['a counted episode', maxFileName, (text) => countedIn(`[g] ${text}.mkv`)],
  ]))

test('headers', () =>
  assertReaders([
    [
      'Accept-Language',
      headerLimits['accept-language'] as number,
      (text) => [acceptedTags(text), preferredLanguage(text)],
    ],
    ['Accept', headerLimits.accept as number, (text) => acceptsJson(text)],
    ['Accept-Encoding', headerLimits['accept-encoding'] as number, (text) => acceptsGzip(text)],
    ['If-None-Match', headerLimits['if-none-match'] as number, (text) => matches(text, 'W/"x"')],
    ['Range', headerLimits.range as number, (text) => rangeIn(`bytes=${text}`, 100)],
    [
      'Cookie',
      16_384,
      (text) => readCookies({ headers: { cookie: `reelcommons_session=${text}; ${text}` } } as never, false),
    ],
  ]))

test('reviews', () =>
  assertReaders([
    ['Markdown', maxTextLength, (text) => hasTooManyMarks(text) || markdown(text)],
    ['Markdown in code', maxTextLength, (text) => markdown(`\`\`\`\n${text}\n\`\`\``)],
    ['Markdown as text', maxTextLength, (text) => plainText(text)],
    ['Markdown in code as text', maxTextLength, (text) => plainText(`\`\`\`\n${text}\n\`\`\``)],
  ]))

test('what is typed into forms', () =>
  assertReaders([
    ['a text that is shown again', large, (text) => typedAgain(page, new URLSearchParams([['words', text]]))],
    ['an address', maxParameterLength, (text) => [localAddress(`/${text}`), withoutLanguage(`/?${text}`)]],
    [
      'an e-mail address',
      maxEmailLength,
      (text) => [readEmail(text), readEmail(`${text}@a.example`), readEmail(`a@${text}`)],
    ],
    [
      'a name in an address',
      maxTextLength,
      (text) => [addressOf('movie', 1, text), initialsOf(text.slice(0, maxWordLength))],
    ],
  ]))

const controls: readonly Control[] = [
  ...(['number', 'flag', 'day', 'moment', 'country', 'language', 'structure', 'groups'] as const).map((is) => ({ is })),
  ...(['text', 'long'] as const).map((is) => ({ is, mostLetters: maxTextLength })),
  ...(['texts', 'countries', 'languages', 'numbers'] as const).map((of) => ({ is: 'list', of }) as const),
  { is: 'record', of: 'person' },
]

test('fields of records', () =>
  assertReaders([
    ...controls.map(
      (control): Reader => [
        `a ${control.is} ${'of' in control ? control.of : ''}`,
        large,
        (text) => [tidy(control, text), compared(control, text), read(control, { type: 'string' } as never, text)],
      ],
    ),
    ['the groups of an order', large, (text) => groupsIn(text, noEpisodes, [], 'order')],
    ['a group of an order', large, (text) => groupsIn(`= ${text}\n1x1`, noEpisodes, [], 'order')],
    ['a chosen record', large, (text) => recordIn(text)],
    ['codes', large, (text) => [codesIn('countries', text), tagFrom(text)]],
    ['an id that is pasted', large, (text) => idPasted(text)],
    ['a video that is pasted', large, (text) => [videoPasted(text), videoPasted(`https://a.example/${text}`)]],
    ['a name of a record', large, (text) => faultsOfEdit({ kind: 'movie', id: 1, values: { title: text } })],
    ['an overview', large, (text) => faultsOfEdit({ kind: 'movie', id: 1, values: { overview: text } })],
    ['what changes in a text', large, (text) => wordDifference(text, `${text.slice(0, -1)} c`)],
    ['prose', large, (text) => [tidyProse(text), tidyForeign(text)]],
  ]))

/** Very many lines as long as one may be. */
test('pasted episodes', () =>
  assertReaders([
    ['a line', maxPastedLine, (text) => episodesPasted(`1 a(${text.replaceAll('\n', ' ')}\n`.repeat(100))],
    [
      'a line with a day',
      maxPastedLine,
      (text) => episodesPasted(`1 a 2020-01-01 ${text.replaceAll('\n', ' ')}\n`.repeat(100)),
    ],
    ['a row', maxPastedLine, (text) => episodesPasted(`1\t${text.replaceAll('\n', ' ')}\t45\n`.repeat(100))],
    ['lines', large, (text) => episodesPasted(text)],
  ]))

test('searches', () =>
  assertReaders([
    ['a query', 16_384, (text) => [readingsOf(text), wholesLike(text), idIn(text)]],
    ['the words of a query', maxQueryLength, (text) => readingsOf(text)],
    ['a name', maxTextLength, (text) => [normalName(text), inLatin(text), noteWords(normalName(text), () => {})]],
  ]))

test('lines and files of imports', () =>
  assertReaders([
    ['a line', large, (text) => readLine(text, skipped)],
    ['a text in a line', large, (text) => readLine(JSON.stringify({ kind: 'movie', id: 1, title: text }), skipped)],
    ['a field of a line', large, (text) => readLine(JSON.stringify({ kind: 'movie', id: 1, [text]: 1 }), skipped)],
    ['XML', large, (text) => xmlOf(text)],
    ['a text in XML', large, (text) => xmlOf(`<movie><title>${text}</title></movie>`)],
    ['an attribute in XML', large, (text) => xmlOf(`<movie a="${text}"/>`)],
    ['a declaration of XML', large, (text) => xmlOf(`<?xml ${text}?><movie/>`)],
    ['XML that is mended', large, (text) => [xmlOf(`<a>${text}`), xmlOf(`<a ${text}/>`), xmlOf(`<a/>${text}`)]],
    ['XML with a fault at its end', large, (text) => xmlOf(`<a><![CDATA[${text.replaceAll(']]>', '')}]]></b>`)],
    ['XML with bytes of Latin-1', large, (text) => xmlTextOf(Buffer.concat([Buffer.from(text), Buffer.of(0xe4)]))],
    ['a text in an element', large, (text) => [textsOf(elementOf(text), 'b'), proseOf(elementOf(text), 'b')]],
    ['addresses', large, (text) => idsInAddresses(addressesIn(text), 'series')],
    ['an address of a series', large, (text) => idsInAddresses([`https://thetvdb.com/${text}`], 'series')],
    [
      'a day, a running time, a certificate',
      large,
      (text) => [dayOf(text), minutesOf(text), certificatesIn(text, 'tv')],
    ],
  ]))

const elementOf = (text: string) => {
  const element = { line: 0, attributes: {}, children: [] }
  return { ...element, name: 'a', text: '', children: [{ ...element, name: 'b', text }] }
}

function xmlOf(text: string) {
  try {
    return readXml(xmlTextOf(Buffer.from(text)))
  } catch {
    return undefined
  }
}
