import type { en } from '../en/index.ts'

const from = (year: string) => (year ? ` aus dem Jahr ${year}` : '')
const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)
const sentence = (label: string, names: string) => (names ? ` ${label} ${names}.` : '')

export const sharing: typeof en.sharing = {
  siteCard: 'Ein offener Katalog für Film und Fernsehen',
  listed: {
    movie: 'Die Filme des Katalogs mit Besetzung und Stab, Bildern, Bewertungen und Rezensionen.',
    tv: 'Die Serien des Katalogs mit Staffeln und Folgen, Besetzung und Stab, Bewertungen und Rezensionen.',
    person: 'Alle, die an den Filmen und Serien des Katalogs mitgewirkt haben, vor und hinter der Kamera.',
    company: 'Die Firmen, die die Filme und Serien des Katalogs produziert haben.',
    network: 'Die Sender, auf denen die Serien des Katalogs laufen.',
    collection: 'Filme, die zusammengehören, in der Reihenfolge ihres Erscheinens.',
  },
  movie: ({ year, directors, cast }) => `Film${from(year)}.${sentence('Regie:', directors)}${sentence('Mit', cast)}`,
  series: ({ year, creators, seasons }) => {
    const length = seasons > 0 ? ` mit ${counted(seasons, 'Staffel', 'Staffeln')}` : ''
    return `Serie${from(year)}${length}.${sentence('Idee:', creators)}`
  },
  season: ({ name, series, episodes, year }) => {
    const length = episodes > 0 ? ` mit ${counted(episodes, 'Folge', 'Folgen')}` : ''
    return `${name} von ${series}${length}${year && `, zuerst ausgestrahlt ${year}`}.`
  },
  episode: ({ place, series, day }) => `${place} von ${series}${day && `, zuerst ausgestrahlt am ${day}`}.`,
  person: ({ name, born, titles }) => {
    const life = born && `, geboren ${/^\d{4}$/.test(born) ? '' : 'am '}${born}`
    return `${name}${life}.${titles && ` Bekannt durch ${titles}.`}`
  },
  company: ({ name, country, titles }) =>
    `${name} produziert Film und Fernsehen${country && ` (${country})`}.${titles && ` Bekannt durch ${titles}.`}`,
  network: ({ name, country, titles }) =>
    `${name} ist ein Sender${country && ` (${country})`}.${titles && ` Dort läuft unter anderem ${titles}.`}`,
  collection: ({ count, titles, isAll }) => {
    const some = isAll ? `: ${titles}` : `, darunter ${titles}`
    return `Eine Filmreihe mit ${counted(count, 'Film', 'Filmen')}${titles && some}.`
  },
  review: ({ author, title }) => `Was ${author} über ${title} sagt.`,
}
