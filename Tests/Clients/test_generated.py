"""The client that openapi-python-client generates from the description of the service."""

import json
import unittest

from city_search import Client
from city_search.api.default import (
    geocode, pelias_place, pelias_search, pelias_structured_search, photon_search, photon_structured, places,
    places_by_query, reverse, search,
)
from city_search.models import Cities, Error, PeliasErrors, SearchOrder

from service import PATIENCE, ServiceTestCase


class GeneratedClientTests(ServiceTestCase):
    def setUp(self):
        self.client = Client(base_url=self.origin, timeout=PATIENCE)

    def names(self, answer):
        self.assertIsInstance(answer, Cities, answer)
        return [feature.properties.name for feature in answer.features]

    def test_searches(self):
        answer = search.sync(client=self.client, q="munich", limit=1)
        self.assertEqual(self.names(answer), ["Munich"])
        self.assertEqual(answer.features[0].geometry.coordinates, [11.57549, 48.13743])
        self.assertEqual(self.names(search.sync(client=self.client, q="munich", limit=1, lang=["de"])), ["München"])

    def test_lists_of_several_values_are_read(self):
        answer = search.sync(client=self.client, q="san", countries=["CR", "SV"], limit=100)
        self.assertEqual({feature.properties.country_code for feature in answer.features}, {"CR", "SV"})
        ids = [2643743, 2988507]
        self.assertEqual(len(self.names(search.sync(client=self.client, q="", ids=ids))), 2)
        near = search.sync(
            client=self.client, q="", near=[48.137, 11.575], order=SearchOrder.DISTANCE, bbox=[11, 48, 12, 49], limit=1)
        self.assertEqual(near.features[0].properties.country_code, "DE")
        self.assertEqual(self.names(places_by_query.sync(client=self.client, ids=ids)), ["London", "Paris"])
        self.assertEqual(self.names(places.sync(client=self.client, ids="2643743")), ["London"])

    def test_reverses_with_a_filter(self):
        answer = reverse.sync(client=self.client, lat=48.58, lon=7.75, countries=["DE"], minimum_population=1_000_000)
        self.assertEqual(answer.features[0].properties.country_code, "DE")

    def test_has_photon_and_pelias(self):
        answer = photon_search.sync(client=self.client, q="munich", countrycode=["de", "at"], limit=1)
        self.assertEqual(answer.features[0].properties.name, "Munich")
        answer = pelias_search.sync(client=self.client, text="munich", boundary_country=["DEU", "AUT"], size=1)
        self.assertEqual(answer.features[0].properties.label, "Munich, Bavaria, Germany")

    def test_has_addresses_in_fields_and_gids(self):
        answer = photon_structured.sync(client=self.client, city="springfield", state="IL", countrycode=["US"])
        self.assertEqual([feature.properties.state for feature in answer.features], ["Illinois"])
        answer = pelias_structured_search.sync(
            client=self.client, address="10 Downing Street", locality="London", country="GBR", size=1)
        properties = answer.features[0].properties
        self.assertEqual([properties.match_type, properties.region_a], ["fallback", "ENG"])
        answer = pelias_place.sync(client=self.client, ids=["geonames:locality:2643743", "geonames:locality:2988507"])
        self.assertEqual([feature.properties.name for feature in answer.features], ["London", "Paris"])
        self.assertEqual(len(answer.bbox), 4)

    def test_geocodes_lines(self):
        answer = geocode.sync(client=self.client, body=["Munich, Germany", "Nowhereville"], lang=["de"])
        found, missing = [json.loads(line)["properties"] for line in answer.splitlines()]
        self.assertEqual([found["index"], found["name"]], [0, "München"])
        self.assertEqual([missing["index"], missing["error"]], [1, "No place was found for the address."])

    def test_errors_are_read(self):
        answer = search.sync(client=self.client, q="x", limit=101)
        self.assertIsInstance(answer, Error)
        self.assertEqual(answer.error.message, "'limit' must be a whole number from 1 to 100, got '101'.")
        answer = pelias_search.sync(client=self.client, text="x", boundary_circle_radius=5)
        self.assertIsInstance(answer, PeliasErrors)
        self.assertEqual(answer.geocoding.errors, ["'boundary.circle' needs lat, lon and radius."])


if __name__ == "__main__":
    unittest.main()
