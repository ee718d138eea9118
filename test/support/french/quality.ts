import type { Texts } from '#src/texts/index.ts'

export const quality: Texts['quality'] = {
  title: 'Améliorer le catalogue',
  lead: 'Voyez ce qui manque ou semble faux, et corrigez-le.',
  none: 'Rien à corriger ici',
  noneText: 'Aucune fiche n’a ce problème en ce moment.',
  building: 'Toutes les fiches sont recomptées. Le rapport sera alors complet.',
  upToDate: (time) => `Toutes les modifications sont comptées${time && `, la dernière du ${time}`}.`,
  countedUpTo: (time) =>
    `Les modifications${time && ` jusqu’au ${time}`} sont comptées. Les suivantes le seront bientôt.`,
  back: 'Tous les rapports',
  kind: 'Type',
  language: 'Langue',
  mend: 'Corriger',
  mergeOf: (name) => `Fusionner ${name} avec la fiche la plus connue`,
  kinds: { movie: 'Films', series: 'Séries', person: 'Personnes', season: 'Saisons' },
  names: {
    'no-release-date': 'Sans date de sortie',
    'no-overview': 'Sans synopsis',
    'no-picture': 'Sans image',
    'shared-outside-id': 'Identifiants externes partagés',
    'likely-doubles': 'Doublons probables',
    'gaps-in-seasons': 'Numéros ou dates d’épisodes manquants',
  },
  hints: {
    'no-release-date': 'Il n’y a ni date de sortie ni date de première diffusion.',
    'no-overview': 'Il n’y a pas de synopsis dans cette langue.',
    'no-picture': 'Il n’y a ni affiche ni portrait.',
    'shared-outside-id': 'Un identifiant externe appartient à une seule fiche, mais plusieurs l’ont.',
    'likely-doubles': 'Des titres du même nom et de la même année. L’un d’eux a peut-être été ajouté deux fois.',
    'gaps-in-seasons': 'Il manque un numéro, ou un épisode n’a pas de date.',
  },
  found: (count, shown) => (count < 2 ? `${shown} fiche` : `${shown} fiches`),
  overTime: (report) => `${report} au fil du temps`,
  onDay: (day, count) => `${day} : ${count}`,
  season: (number) => `saison ${number}`,
}
