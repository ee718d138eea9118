import type { pictures as english } from '../en/pictures.ts'

export const pictures: typeof english = {
  images: 'Bilder',
  galleries: {
    posters: 'Plakate',
    backdrops: 'Szenenbilder',
    logos: 'Logos',
    stills: 'Standbilder',
    profiles: 'Porträts',
  },
  shows: {
    posters: (name) => `Plakat von ${name}`,
    backdrops: (name) => `Szenenbild aus ${name}`,
    logos: (name) => `Logo von ${name}`,
    stills: (name) => `Standbild aus ${name}`,
    profiles: (name) => `Porträt von ${name}`,
  },
  imagesOf: (name) => `Bilder zu ${name}`,
  none: 'Noch keine Bilder',
  noneText: 'Niemand hat eines hinzugefügt.',
}
