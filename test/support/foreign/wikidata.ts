/** Entities as the dump of Wikidata has them; the numbers are invented, those of classes and properties are real. */

type Qualifiers = Record<string, object[]>

const snak = (property: string, datavalue: object | undefined) => ({
  ...{ snaktype: datavalue ? 'value' : 'somevalue', property },
  ...(datavalue && { datavalue }),
})

const claim = (property: string, datavalue: object | undefined, rank = 'normal', qualifiers: Qualifiers = {}) => ({
  ...{ mainsnak: snak(property, datavalue), type: 'statement', id: `Q1$${property}`, rank, qualifiers },
  references: [{ hash: 'a', snaks: {}, 'snaks-order': [] }],
})

const item = (id: string) => ({
  type: 'wikibase-entityid',
  value: { 'entity-type': 'item', 'numeric-id': Number(id.slice(1)), id },
})
const text = (value: string) => ({ type: 'string', value })
const title = (value: string, language: string) => ({ type: 'monolingualtext', value: { text: value, language } })
const quantity = (amount: string, unit: string) => ({
  type: 'quantity',
  value: { amount, unit: unit === '1' ? '1' : `http://www.wikidata.org/entity/${unit}` },
})
const day = (time: string, precision: number, calendar = 'Q1985727') => ({
  type: 'time',
  value: {
    ...{ time: `+${time}T00:00:00Z`, timezone: 0, before: 0, after: 0, precision },
    calendarmodel: `http://www.wikidata.org/entity/${calendar}`,
  },
})

type Claim = [property: string, value: object | undefined, rank?: string, qualifiers?: Qualifiers]

const entity = (
  id: string,
  labels: Record<string, string>,
  claims: Claim[],
  aliases: Record<string, string[]> = {},
) => ({
  ...{ type: 'item', id, ns: 0, title: id, lastrevid: 1, modified: '2026-01-02T03:04:05Z', sitelinks: {} },
  labels: Object.fromEntries(Object.entries(labels).map(([language, value]) => [language, { language, value }])),
  descriptions: { en: { language: 'en', value: 'invented for a test' } },
  aliases: Object.fromEntries(
    Object.entries(aliases).map(([language, values]) => [language, values.map((value) => ({ language, value }))]),
  ),
  claims: Object.fromEntries(
    Map.groupBy(claims, ([property]) => property)
      .entries()
      .map(([property, some]) => [property, some.map(([, value, ...more]) => claim(property, value, ...more))]),
  ),
})

const ordinal = (number: string) => ({ P1545: [snak('P1545', text(number))] })

export const film = entity(
  'Q990001',
  { en: 'The Night Ferry', de: 'Die Nachtfähre', fr: 'Le Ferry de nuit', 'zh-hans': '夜渡轮' },
  [
    ['P31', item('Q11424')],
    ['P1476', title('Die Nachtfähre', 'de')],
    ['P364', item('Q188')],
    ['P577', day('1978-00-00', 9), 'deprecated'],
    ['P577', day('1978-10-24', 11), 'normal', { P291: [snak('P291', item('Q183'))] }],
    ['P577', day('1979-03-00', 10)],
    ['P345', text('tt9910001')],
    ['P4947', text('991001')],
    ['P57', item('Q990011')],
    ['P161', item('Q990012'), 'normal', { P4633: [snak('P4633', text('The captain'))], ...ordinal('1') }],
    ['P161', item('Q990099')],
    [
      'P161',
      item('Q990011'),
      'normal',
      { P453: ['Q990201', 'Q990299', 'Q990202'].map((id) => snak('P453', item(id))) },
    ],
    ['P1657', item('Q18665339')],
    ['P1981', item('Q20644796')],
    ['P2002', text('nightferry')],
    ['P2013', text('night.ferry')],
    ['P162', undefined],
    ['P136', item('Q130232')],
    ['P2047', quantity('+5460', 'Q11574')],
    ['P495', item('Q183')],
    ['P272', item('Q990020')],
    ['P179', item('Q990030')],
    ['P2130', quantity('+1200000', 'Q4917')],
    ['P856', text('https://ferry.example/')],
  ],
  { en: ['Ferry at Night'] },
)

const entities = [
  film,
  entity('Q990011', { en: 'Carl Sample' }, [
    ['P31', item('Q5')],
    ['P106', item('Q2526255')],
    ['P345', text('nm9900011')],
    ['P569', day('1930-01-02', 11, 'Q1985786')],
    ['P569', day('1930-00-00', 9)],
  ]),
  entity('Q990012', { en: 'Dora Sample' }, [
    ['P31', item('Q5')],
    ['P106', item('Q33999')],
    ['P4985', text('991100')],
    ['P21', item('Q6581072')],
    ['P569', day('1945-06-07', 11)],
    ['P19', item('Q990200')],
    ['P2003', text('dora.sample')],
  ]),
  entity('Q990013', { en: 'Some Baker' }, [
    ['P31', item('Q5')],
    ['P106', item('Q160131')],
  ]),
  entity('Q990020', { en: 'Sample Film' }, [
    ['P31', item('Q1762059')],
    ['P17', item('Q183')],
  ]),
  entity('Q990030', { en: 'Ferries' }, [['P31', item('Q24856')]]),
  entity('Q990100', { en: 'Harbour Street' }, [
    ['P31', item('Q5398426')],
    ['P580', day('2011-09-01', 11)],
    ['P582', day('2012-00-00', 9)],
    ['P4835', text('99101')],
    ['P2437', quantity('+2', '1')],
    ['P1113', quantity('+20', '1')],
  ]),
  entity('Q990102', { en: 'Harbour Street, episode 1' }, [
    ['P31', item('Q21191270')],
    ['P4908', item('Q990101'), 'normal', ordinal('1')],
    ['P577', day('2011-09-01', 11)],
  ]),
  // A season may come after its episodes.
  entity('Q990101', { en: 'Harbour Street, season 1' }, [
    ['P31', item('Q3464665')],
    ['P179', item('Q990100'), 'normal', ordinal('1')],
  ]),
  entity('Q990200', { en: 'Sampletown' }, [
    ['P31', item('Q515')],
    ['P17', item('Q183')],
  ]),
  entity('Q990201', { en: 'The pilot' }, [['P31', item('Q15773347')]]),
  entity('Q990202', { en: 'His brother' }, [['P31', item('Q95074')]]),
]

/** The dump: a list with an entity a line. */
export const dump = `[\n${entities.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`

/** A saved reply with some entities, as people look at it. */
export const savedEntities = JSON.stringify(
  { entities: Object.fromEntries(entities.map((one) => [one.id, one])), success: 1 },
  null,
  2,
)

const uri = (id: string) => ({ type: 'uri', value: `http://www.wikidata.org/entity/${id}` })

/** The result of a query, as the service answers it. */
export const queryResult = JSON.stringify({
  head: { vars: ['item', 'itemLabel', 'class', 'imdb', 'P4947', 'date'] },
  results: {
    bindings: [
      {
        ...{ item: uri('Q990001'), itemLabel: { 'xml:lang': 'en', type: 'literal', value: 'The Night Ferry' } },
        ...{ class: uri('Q11424'), imdb: { type: 'literal', value: 'tt9910001' } },
        P4947: { type: 'literal', value: '991001' },
        date: {
          ...{ datatype: 'http://www.w3.org/2001/XMLSchema#dateTime' },
          type: 'literal',
          value: '1978-10-24T00:00:00Z',
        },
      },
      {
        item: uri('Q990001'),
        itemLabel: { 'xml:lang': 'de', type: 'literal', value: 'Die Nachtfähre' },
        class: uri('Q11424'),
      },
    ],
  },
})
