import { movieList, tvList } from './lists.ts'

export const certificationLists = [movieList, tvList]
