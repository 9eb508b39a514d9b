"""The agents of Vlachou-Konchylaki (2012, with Vassos 2013): hands taken apart in all ways, as a tree."""
