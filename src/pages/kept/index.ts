import { chooseForProfile } from './chosen-favorites.ts'
import { changeFavorite } from './favorite.ts'
import { changeLike } from './like.ts'
import { sendEpisodeRating, sendMovieRating, sendSeriesRating } from './rating.ts'

export const kept = [sendMovieRating, sendSeriesRating, sendEpisodeRating, changeFavorite, chooseForProfile, changeLike]
