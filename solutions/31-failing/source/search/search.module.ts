import { module } from 'trellis';
import { StoreModule } from '../store/store.module.ts';
import { RecentSearches } from './recent-searches.ts';
import { SearchService } from './search.service.ts';
import { SearchConnections } from './search-connections.ts';

/** The search. */
export const SearchModule = module('SearchModule', {
  imports: [StoreModule],
  exports: [RecentSearches, SearchConnections, SearchService],
  declarations: [RecentSearches, SearchConnections, SearchService],
});
